// The log generator in one include: plan.h (what to plant), simulate.h (requests and truth), write_log.h
// (files), scenarios.h (named plans).
#pragma once

#include "tests/oracles/plan.h"
#include "tests/oracles/scenarios.h"
#include "tests/oracles/simulate.h"
#include "tests/oracles/write_log.h"
