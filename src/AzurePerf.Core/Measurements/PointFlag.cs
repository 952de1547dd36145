namespace AzurePerf.Core.Measurements;

/// <summary>What may have distorted a point. A flagged point is shown and says why; it is never dropped.</summary>
public enum PointFlag
{
    /// <summary>The clients did not start together: start skew over 5 % of the median client's duration (methods: proof of
    /// overlap).</summary>
    NotConcurrent,

    /// <summary>Clients ended so far apart that, from the latest first start to the last end, or thought, on average fewer than 95 % of
    /// them were active.</summary>
    RaggedEnd,

    /// <summary>The machine that generates the load, not the service, limited the point.</summary>
    GeneratorBound,

    /// <summary>Throughput kept changing until the end.</summary>
    NoSteadyState,

    /// <summary>More requests went over the wire than the operations needed: something below the probe retried.</summary>
    HiddenRetries,

    /// <summary>A cache may have answered instead of the target.</summary>
    CacheSuspect,

    /// <summary>Too few samples for at least one of the usual percentiles, which go up to the 99th.</summary>
    SampleTooSmall,

    /// <summary>The service throttled at least one operation.</summary>
    ServiceThrottled,

    /// <summary>At least one operation, or what must follow one, failed; rates count successes only.</summary>
    OperationsFailed,

    /// <summary>Control plane and target are one account, so the engine's own requests load what is measured.</summary>
    SameAccount,

    /// <summary>The point was stopped before its planned end; what is here is a part of it.</summary>
    Partial,

    /// <summary>More operations were offered per second than could be done: the point has no latency at that rate.</summary>
    Overloaded,

    /// <summary>The two workers met through a proxy of their environment: what was measured is the way there, through it and on.</summary>
    ThroughProxy,

    /// <summary>The server is set so that it may lose a transaction that it said was committed.</summary>
    NotDurable,

    /// <summary>Workers that executed its run injected faults.</summary>
    FaultsInjected,
}
