namespace AzurePerf.Simulation.Workloads;

/// <summary>
/// What users ask for where stages are planned late: a pipeline, often of enough parts to share messages, now and then of more than a block of orders or of none, and points of the same target
/// that wait for it or it for them.
/// </summary>
internal static class PipelineWorkload
{
    public static Workload Of(Random random) => new([AskForPipeline(random), AskForPoints(random), .. random.Next(2) == 0 ? [AskForPipeline(random)] : Array.Empty<RunRequest>()]);

    private static RunRequest AskForPipeline(Random random)
    {
        var (things, mostParts) = random.Next(10) == 0 ? (15, 40) : (random.Next(4, 13), random.Next(5));
        return Workload.Ask(random, $$"""
            { "experiment": "sample.pipeline", "preset": "quick", "target": "default", "seed": 1, "onError": "{{OnError(random)}}",
              "parameters": { "things": {{things}}, "mostParts": {{mostParts}}, "noParts": "{{new[] { "endRun", "join", "skip" }[things % 3]}}",
                "partGivesUp": "{{new[] { "nothing", "nothing", "dependants", "stage" }[random.Next(4)]}}" } }
            """);
    }

    private static RunRequest AskForPoints(Random random) => Workload.Ask(random, $$"""
        { "experiment": "table.insert", "preset": "quick", "target": "default", "seed": 1, "onError": "{{OnError(random)}}", "repetitions": 2, "parameters": { "clients": [1] } }
        """);

    private static string OnError(Random random) => random.Next(4) == 0 ? "stop" : "continue";
}
