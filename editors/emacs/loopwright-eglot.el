;;; loopwright-eglot.el --- Loopwright with eglot -*- lexical-binding: t -*-

;; (require 'loopwright-eglot), then M-x eglot in a C, C++ or CUDA buffer.

;;; Code:

(require 'eglot)
(require 'loopwright)

(defun loopwright--contact (&optional _interactive)
  "The server and what it is told."
  (append loopwright-command (list :initializationOptions (loopwright--options))))

(add-to-list 'eglot-server-programs
             (cons '(c-mode c++-mode c-ts-mode c++-ts-mode cuda-mode) #'loopwright--contact))

(provide 'loopwright-eglot)
;;; loopwright-eglot.el ends here
