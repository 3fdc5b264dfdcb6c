import EssentialFeed

/// What the terminal program says of a trace.
enum TraceStrings: CaseIterable, Sendable {
    case unreadable
    case wrongLine
    case wrongField
    case cutShort
    case noRequests
    case slowest
    case image
    case stage
    case count
    case maximum
    case cancelled
    case failed
    case requests
    case requestsIn
    case memory
    case disk
    case found
    case downloaded
    case fromDisk
    case stageQueue
    case stageMemory
    case stageDisk
    case stageConnect
    case stageFirstByte
    case stageDownload
    case stageDecode
    case stageTotal
    case stageOther

    static let table = StringTable<TraceStrings>([
        .english: [
            .unreadable: "“%@” cannot be read: %@. Give a file that --trace wrote.",
            .wrongLine: "“%@” is no trace: line %@ cannot be read.",
            .wrongField: "“%@” is no trace: in line %@, “%@” is missing or wrong.",
            .cutShort: "The last line is not complete: it is left out.",
            .noRequests: "No image was requested.",
            .slowest: "The slowest %@ of %@ requests.",
            .image: "Image",
            .stage: "Stage",
            .count: "Count",
            .maximum: "max",
            .cancelled: "cancelled",
            .failed: "failed",
            .requests: "Requests",
            .requestsIn: "%@ in %@",
            .memory: "Memory",
            .disk: "Disk",
            .found: "%@ of %@ found (%@)",
            .downloaded: "Downloaded",
            .fromDisk: "From disk",
            .stageQueue: "queue",
            .stageMemory: "memory",
            .stageDisk: "disk",
            .stageConnect: "connect",
            .stageFirstByte: "first byte",
            .stageDownload: "download",
            .stageDecode: "decode",
            .stageTotal: "total",
            .stageOther: "other",
        ],
        .greek: [
            .unreadable: "Το «%@» δεν διαβάζεται: %@. Δώστε ένα αρχείο που έγραψε το --trace.",
            .wrongLine: "Το «%@» δεν είναι ίχνος: η γραμμή %@ δεν διαβάζεται.",
            .wrongField: "Το «%@» δεν είναι ίχνος: στη γραμμή %@ το «%@» λείπει ή είναι λάθος.",
            .cutShort: "Η τελευταία γραμμή δεν είναι ολόκληρη: παραλείπεται.",
            .noRequests: "Δεν ζητήθηκε καμία εικόνα.",
            .slowest: "Οι πιο αργές %@ από %@ αιτήσεις.",
            .image: "Εικόνα",
            .stage: "Στάδιο",
            .count: "Πλήθος",
            .maximum: "μέγ.",
            .cancelled: "ακυρώθηκαν",
            .failed: "απέτυχαν",
            .requests: "Αιτήσεις",
            .requestsIn: "%@ σε %@",
            .memory: "Μνήμη",
            .disk: "Δίσκος",
            .found: "βρέθηκαν %@ από %@ (%@)",
            .downloaded: "Λήψεις",
            .fromDisk: "Από τον δίσκο",
            .stageQueue: "αναμονή",
            .stageMemory: "μνήμη",
            .stageDisk: "δίσκος",
            .stageConnect: "σύνδεση",
            .stageFirstByte: "πρώτο byte",
            .stageDownload: "λήψη",
            .stageDecode: "αποκωδικοποίηση",
            .stageTotal: "σύνολο",
            .stageOther: "άλλο",
        ],
        .brazilianPortuguese: [
            .unreadable: "“%@” não pode ser lido: %@. Informe um arquivo escrito por --trace.",
            .wrongLine: "“%@” não é um rastro: a linha %@ não pode ser lida.",
            .wrongField: "“%@” não é um rastro: na linha %@, “%@” falta ou está errado.",
            .cutShort: "A última linha está incompleta: foi deixada de fora.",
            .noRequests: "Nenhuma imagem foi pedida.",
            .slowest: "Os %@ mais lentos de %@ pedidos.",
            .image: "Imagem",
            .stage: "Etapa",
            .count: "Número",
            .maximum: "máx.",
            .cancelled: "cancelados",
            .failed: "falharam",
            .requests: "Pedidos",
            .requestsIn: "%@ em %@",
            .memory: "Memória",
            .disk: "Disco",
            .found: "%@ de %@ encontrados (%@)",
            .downloaded: "Baixado",
            .fromDisk: "Do disco",
            .stageQueue: "espera",
            .stageMemory: "memória",
            .stageDisk: "disco",
            .stageConnect: "conexão",
            .stageFirstByte: "primeiro byte",
            .stageDownload: "download",
            .stageDecode: "decodificação",
            .stageTotal: "total",
            .stageOther: "outro",
        ],
    ])
}
