namespace AzurePerf.Core.Experiments.Published;

/// <summary>The number of ours that a published one is compared with. Rates are each client's own mean, added up over the clients, as
/// published.</summary>
public enum PublishedMetric
{
    /// <summary>Operations per second of all clients.</summary>
    OperationsPerSecond,

    /// <summary>Operations per second of one client.</summary>
    OperationsPerSecondPerClient,

    /// <summary>Payload of all clients in MB/s; 1 MB = 10^6 bytes.</summary>
    MegabytesPerSecond,

    /// <summary>Payload of one client in MB/s.</summary>
    MegabytesPerSecondPerClient,

    /// <summary>A client's rate over that of a client that is alone.</summary>
    ShareOfLoneClient,

    /// <summary>Clients that completed all their operations.</summary>
    ClientsFinished,

    /// <summary>Share of the clients that did not.</summary>
    ShareOfClientsWithFailures,

    /// <summary>Blob operations per second over table operations per second.</summary>
    BlobOverTable,

    /// <summary>Payload of all clients in MB/s, of the fastest of the first three repetitions that count.</summary>
    MegabytesPerSecondBestOfThree,

    /// <summary>Median over the repetitions of the payload of all clients in MB/s.</summary>
    MegabytesPerSecondMedian,

    /// <summary>Lowest of them.</summary>
    MegabytesPerSecondLowest,

    /// <summary>Share of the repetitions at the published bound in MB/s or above it.</summary>
    ShareAtOrAbove,

    /// <summary>Share of the repetitions at the published bound in MB/s or below it.</summary>
    ShareAtOrBelow,

    /// <summary>Share of the operations within the published bound in milliseconds.</summary>
    ShareWithin,

    /// <summary>Payload of one client in MB/s that is lost when the clients double in number: from the fewest to the most of a run, over
    /// the doublings between them.</summary>
    LossPerDoubling,

    /// <summary>Operations per second over those with a queue of 200,000 messages.</summary>
    RateOverShorterQueue,

    /// <summary>Mean latency in milliseconds.</summary>
    MillisecondsPerOperation,

    /// <summary>Mean latency in seconds.</summary>
    SecondsPerOperation,

    /// <summary>By how much the first operation is slower, as a share of the later ones' rate.</summary>
    FirstOperationPenalty,

    /// <summary>By how much the mean latency is above that of one client alone, as a share of that.</summary>
    RiseOfMeanTime,

    /// <summary>Clients with which the operations per second are highest.</summary>
    ClientsAtPeak,

    /// <summary>Share of the operations that failed with these clients.</summary>
    FailedAtPeak,

    /// <summary><see cref="RiseOfMeanTime"/> with these clients.</summary>
    RiseAtPeak,

    /// <summary>Clients from which on the mean latency is level.</summary>
    ClientsAtPlateau,
}
