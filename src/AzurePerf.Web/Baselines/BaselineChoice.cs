using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Baselines;

/// <summary>Which runs others can be held against.</summary>
internal static class BaselineChoice
{
    /// <summary>True for a run that completed and measured points.</summary>
    public static bool Takes(RunStatus status, string experiment) => status == RunStatus.Completed && MeasuresPoints(experiment);

    public static bool MeasuresPoints(string experiment) => ExperimentCatalogue.Find(experiment) is { IsBag: false };

    /// <summary>Whether a caller may put another run in the place of the one that is it now: others hold their runs against it, so only who chose it and administrators may.</summary>
    public static bool MayReplace(Caller caller, BaselineResponse? current) => current is null || caller.MayChange(current.MarkedBy);

    /// <summary>Why not.</summary>
    public static string RefusalOf(BaselineResponse current) => $"run {current.RunId} is the baseline, chosen by {current.MarkedBy}: only {current.MarkedBy} or an administrator puts another in its place";
}
