namespace AzurePerf.Simulation.Workloads;

/// <summary>What users ask for where nearly all tasks share messages: two runs of bags, and a pipeline whose second stage is planned late, now and then with no tasks.</summary>
internal static class BundleWorkload
{
    public static Workload Of(Random random) => new([AskForBags(random), AskForBags(random), AskForPipeline(random)]);

    private static RunRequest AskForBags(Random random) => Workload.Ask(random, $$"""
        { "experiment": "selftest.bag", "preset": "quick", "seed": 1, "onError": "continue", "parameters": { "tasks": {{random.Next(30, 60)}}, "bags": {{random.Next(1, 3)}} } }
        """);

    /// <summary>It may join nothing: a stage without tasks is then planned and closed.</summary>
    private static RunRequest AskForPipeline(Random random) => Workload.Ask(random, $$"""
        { "experiment": "sample.pipeline", "preset": "quick", "target": "default", "seed": 1, "onError": "continue",
          "parameters": { "things": {{random.Next(6, 12)}}, "mostParts": {{(random.Next(2) == 0 ? 0 : 6)}}, "noParts": "{{(random.Next(2) == 0 ? "join" : "skip")}}", "partGivesUp": "nothing" } }
        """);
}
