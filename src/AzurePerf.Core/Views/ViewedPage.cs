namespace AzurePerf.Core.Views;

/// <summary>A page of the portal whose address can be saved.</summary>
public enum ViewedPage
{
    Runs,
    Run,
    Compare,
    Trends,
    Outcomes,
    Workers,
    Schedules,
    Experiments,
    Experiment,

    /// <summary>The form of a new run, filled in by its address.</summary>
    Submit,
}
