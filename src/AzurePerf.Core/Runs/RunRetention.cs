namespace AzurePerf.Core.Runs;

/// <summary>What is still stored of a run that has ended. Its header, points and events stay for good.</summary>
public enum RunRetention
{
    /// <summary>Everything.</summary>
    Everything,

    /// <summary>Its task rows are removed: how often it was tried is known by its abnormal ends alone.</summary>
    WithoutTasks,

    /// <summary>Histograms, samples and abnormal ends are removed too: points can be shown, but not computed again.</summary>
    PointsOnly,
}
