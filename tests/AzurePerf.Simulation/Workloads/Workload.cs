using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.Simulation.Workloads;

/// <summary>What users ask for in one simulation: runs that measure and a run of bags, of more than 30 tasks together, some cancelled.</summary>
internal sealed class Workload
{
    private const string Owner = "simulation";

    private static readonly RunSpecReader Reader = new(["default", "west"], new SeededIdSource(1));

    public Workload(Random random)
    {
        var points = random.Next(4, 16);
        Requests = [AskForPoints(random, points), AskForPoints(random, 18 - points), AskForBags(random)];
    }

    public IReadOnlyList<RunRequest> Requests { get; }

    private static RunRequest AskForPoints(Random random, int points)
    {
        var target = random.Next(2) == 0 ? "default" : "west";
        var levels = points % 2 == 0 ? 2 : 1;
        var prepared = random.Next(2) == 0;
        var text = $$"""
            { "experiment": "{{(prepared ? "table.query" : "table.insert")}}", "preset": "quick", "target": "{{target}}", "seed": 1,
              "onError": "{{(random.Next(4) == 0 ? "stop" : "continue")}}", "repetitions": {{points / levels}},
              "parameters": { "clients": {{(levels == 2 ? "[1, 2]" : "[1]")}} } }
            """;
        return Ask(random, text);
    }

    private static RunRequest AskForBags(Random random) => Ask(random, $$"""
        { "experiment": "selftest.bag", "preset": "quick", "seed": 1, "onError": "{{(random.Next(4) == 0 ? "stop" : "continue")}}",
          "parameters": { "tasks": {{random.Next(8, 20)}}, "bags": {{random.Next(1, 3)}} } }
        """);

    private static RunRequest Ask(Random random, string text)
    {
        var reading = Reader.Read(Encoding.UTF8.GetBytes(text));
        var key = "request-" + random.Next();
        return new(
            key,
            IdText.Hash(Owner, key),
            reading.Spec ?? throw new InvalidOperationException(string.Join("; ", reading.Faults)),
            TimeSpan.FromSeconds(10 * random.NextDouble()),
            random.Next(6) == 0 ? TimeSpan.FromSeconds(40 * random.NextDouble()) : null);
    }
}
