namespace AzurePerf.UnitTests.Tidy;

/// <summary>
/// The nouns of each project, which are the folders below it, from the lowest floor to the highest. A noun imports those before it and none after it, so that there is no circle;
/// of the core, which is four floors, the compiler refuses what a project does not refer to.
/// </summary>
internal static class Floors
{
    public static readonly IReadOnlyDictionary<string, IReadOnlyList<string>> Of = new Dictionary<string, IReadOnlyList<string>>
    {
        ["AzurePerf.Cli"] = Nouns(
            "Output Local Api Invocation",
            "Runs Comparisons Experiments Programs Images Schedules Baselines Reports Doctor Demo Keys Shares Sources Workers"),
        ["AzurePerf.Core"] = Nouns("Settings Ids Spelling Texts Files Tracing Metrics", "Statistics", "Gangs Measurements Tasks Programs"),
        ["AzurePerf.Core.Catalogue"] = Nouns("Peers Targets Sections Experiments Probes"),
        ["AzurePerf.Core.Engine"] = Nouns("Products Mail Tasks Executions Workers Criteria Runs Limits Messages Schedules", "Access Views", "Shares"),
        ["AzurePerf.Core.Analysis"] = Nouns("Results Series Comparisons Trends Charts Digests Criteria", "Api Reports Mail"),
        ["AzurePerf.Hosting"] = Nouns("Catalogue Telemetry Settings Shares Mail Health Control Logs Lifetime"),
        ["AzurePerf.Imagery"] = Nouns("Numerics Products Hdf4 Grids Granules Kernels Pictures GeoTiff Images Stations Reductions Areas"),
        ["AzurePerf.Probes"] = Nouns("Targets Content Processors", "Works Blobs Queues Tables Disks Network Compute Sql"),
        ["AzurePerf.Sandbox"] = Nouns("Native Programs Seccomp Landlock Processes Launch Guard"),
        ["AzurePerf.Sources"] = Nouns("Transfers Https Made Serving"),
        ["AzurePerf.Sql"] = Nouns("Schema Data Workload Engines Transactions Loading Checks"),
        ["AzurePerf.Storage"] = Nouns("Blobs Rows Mail Products Programs Trends Rights Requests Queues Views Shares Executions Schedules Tasks Workers Runs Baselines Access"),
        ["AzurePerf.TaskManager"] = Nouns("Schedules Leadership Barrier Planning Workers Metrics Executions Mail Recovery Dispatch Bags"),
        ["AzurePerf.Web"] = Nouns(
            "Problems Routes Pages Access Errors Portal Documents Versions",
            "Samples Targets Live Charts Experiments Programs Runs Images",
            "Workers Scaling Baselines Reports Comparisons Trends Views Shares Schedules Home Maintenance",
            "OpenApi Listening"),
        ["AzurePerf.Worker"] = Nouns("Execution Targets Heartbeats Gangs Bags Peers Programs Images Stages Tasks"),
    };

    private static IReadOnlyList<string> Nouns(params string[] floors) => [.. floors.SelectMany(floor => floor.Split(' '))];
}
