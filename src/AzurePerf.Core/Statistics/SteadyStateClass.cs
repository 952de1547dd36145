namespace AzurePerf.Core.Statistics;

/// <summary>How the rate of a point ran over its window; the classes of Barrett et al. 2017 (Proc. ACM Program. Lang. 1, OOPSLA,
/// 52).</summary>
public enum SteadyStateClass
{
    /// <summary>Too few bins to say anything: that is not the same as steady.</summary>
    NotAssessed,

    /// <summary>One level throughout.</summary>
    Flat,

    /// <summary>Steady in the end, at the highest level of all.</summary>
    WarmUp,

    /// <summary>Steady in the end, but it had been faster before.</summary>
    Slowdown,

    /// <summary>Never steady for long enough.</summary>
    None,
}
