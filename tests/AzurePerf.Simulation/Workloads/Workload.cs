using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.Simulation.Workloads;

/// <summary>What users ask for in one simulation: a run of points, one whose points take two workers each, and one of bags; of 30 tasks or more together, some cancelled.</summary>
internal sealed class Workload
{
    private const string Owner = "simulation";

    private static readonly RunSpecReader Reader = new(["default", "west"], new SeededIdSource(1));

    public Workload(Random random)
    {
        Requests = [AskForPoints(random, random.Next(12, 16)), AskForGangs(random), AskForBags(random)];
        Tasks = Requests.Sum(request => TasksOf(request.Spec));
    }

    /// <summary>What is given, instead of what chance asks for.</summary>
    public Workload(IReadOnlyList<RunRequest> requests)
    {
        Requests = requests;
        Tasks = Requests.Sum(request => TasksOf(request.Spec));
    }

    public IReadOnlyList<RunRequest> Requests { get; }

    /// <summary>Tasks that all of it needs when nothing is cancelled, those that prepare and clean left out.</summary>
    public int Tasks { get; }

    private static RunRequest AskForGangs(Random random) => Ask(random, $$"""
        { "experiment": "table.insert", "preset": "quick", "target": "{{(random.Next(2) == 0 ? "default" : "west")}}", "seed": 1, "workers": 2,
          "onError": "{{(random.Next(4) == 0 ? "stop" : "continue")}}", "repetitions": {{random.Next(2, 5)}}, "parameters": { "clients": [2] } }
        """);

    private static int TasksOf(RunSpec spec)
    {
        var definition = ExperimentCatalogue.Find(spec.Experiment)!;
        return definition.IsBag ? RunPlanner.PlanBags(definition, spec).Sum(bag => bag.Tasks) : RunPlanner.Plan(definition, spec).Points.Count * spec.Workers;
    }

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
          "parameters": { "tasks": {{random.Next(14, 22)}}, "bags": {{random.Next(1, 3)}} } }
        """);

    /// <summary>A run that is submitted after a while and never cancelled.</summary>
    public static RunRequest Ask(string key, string text, TimeSpan after)
    {
        var reading = Reader.Read(Encoding.UTF8.GetBytes(text));
        return new(key, IdText.Hash(Owner, key), reading.Spec ?? throw new InvalidOperationException(string.Join("; ", reading.Faults)), after, null);
    }

    public static RunRequest Ask(Random random, string text)
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
