namespace AzurePerf.Core.Runs;

/// <summary>A run without points: its clean stage removes what ended runs left in a target. It waits its turn like any run, so that it
/// disturbs no measurement.</summary>
public static class MaintenanceRun
{
    /// <summary>In place of a catalogue id. Requests cannot name it: it is submitted by the maintenance endpoint and by the
    /// TaskManager.</summary>
    public const string Experiment = "maintenance.clean";

    public static RunSpec SpecFor(string target) => new()
    {
        Experiment = Experiment,
        Name = "remove what ended runs left behind",
        Scale = "custom",
        Target = target,
        Parameters = [],
        Repetitions = 1,
        Seed = 0,
    };
}
