make-log --scenario demo --output text | ssdetect --tokens words | grep -e estimate -e 'est\.'
