namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What can limit a generator.</summary>
public enum GeneratorLimitKind
{
    /// <summary>Its threads did not run when they could have.</summary>
    Hiccups,

    /// <summary>Completed operations waited for a thread of the thread pool.</summary>
    QueueDelay,

    /// <summary>Its processors had too little time left.</summary>
    Processor,

    /// <summary>It moved nearly as many bytes as it can.</summary>
    Network,

    /// <summary>It performed nearly as many operations as it can.</summary>
    Operations,
}
