namespace AzurePerf.Core.Measurements;

/// <summary>Why a client started no more operations.</summary>
public enum ClientEnd
{
    /// <summary>It ended as many operations as one client was to do, failed ones included.</summary>
    Operations = 0,

    /// <summary>It moved as many bytes as one client was to move.</summary>
    Bytes,

    /// <summary>The time for starting operations was over.</summary>
    Duration,

    /// <summary>Stopped by us before its planned end.</summary>
    Stopped,

    /// <summary>So many of its operations failed in a row that more would have told nothing new: an end of its own, not an
    /// interruption.</summary>
    GaveUp,

    /// <summary>The point's median latency was known as precisely as was asked for.</summary>
    Precision,

    /// <summary>It did as much as the operator's limits left to it, which is less than was asked for.</summary>
    Limit,
}
