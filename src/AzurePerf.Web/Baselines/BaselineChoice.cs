using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Baselines;

/// <summary>Which runs others can be held against.</summary>
internal static class BaselineChoice
{
    /// <summary>True for a run that completed and measured points.</summary>
    public static bool Takes(RunStatus status, string experiment) => status == RunStatus.Completed && MeasuresPoints(experiment);

    public static bool MeasuresPoints(string experiment) => ExperimentCatalogue.Find(experiment) is { IsBag: false };
}
