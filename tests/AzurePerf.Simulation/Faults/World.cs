namespace AzurePerf.Simulation.Faults;

/// <summary>How large what is simulated is.</summary>
internal enum World
{
    /// <summary>Three measure workers, gangs of two, stages of at most 22 tasks: many seeds, each in a moment.</summary>
    Small,

    /// <summary>
    /// As small, with a pipeline whose stages are planned from what the ones before brought, beside points of the same target.
    /// </summary>
    Pipeline,

    /// <summary>As small, with nothing but bags and a pipeline whose tasks share messages; what happens to several tasks at once, and to plans, is struck often.</summary>
    Bundles,

    /// <summary>Eight measure workers, gangs of three to seven, stages of more than a transaction, a crowd of waiting runs, results at the limit of a text, rows in the real store.</summary>
    Wide,
}
