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

    /// <summary>A thread that receives for all sockets had too little time left.</summary>
    Receiving,

    /// <summary>The hypervisor gave its processors' time to others.</summary>
    Steal,

    /// <summary>A limit of processor time held it back.</summary>
    Throttling,

    /// <summary>It moved nearly as many bytes as it can without a service.</summary>
    Transfer,

    /// <summary>Its machine moved nearly as many bytes as its network is sold with.</summary>
    Network,

    /// <summary>It performed nearly as many operations as it can.</summary>
    Operations,
}
