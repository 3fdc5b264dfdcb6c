extension String {
    /// The sentences as one line for standard error, without an initial capital or a final full stop.
    ///
    /// Only for texts without file names, in which a full stop may mean something else.
    var asMessage: String {
        let text = hasSuffix(".") ? dropLast() : self[...]
        return text.split(separator: ". ").map { sentence in
            let rest = sentence.dropFirst()
            return rest.first?.isUppercase == true ? String(sentence) : sentence.prefix(1).lowercased() + rest
        }.joined(separator: "; ")
    }
}
