using System.Text;
using Azure;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.Testing.PlugIn;

namespace AzurePerf.Simulation.Workloads;

/// <summary>What users ask for in one simulation: a run of points, one whose points take two workers each, and one of bags, now and then of enough tasks for three or more to share a message; of 30 tasks or more together, some cancelled.</summary>
internal sealed class Workload
{
    public const string Owner = "simulation";

    private static readonly ExperimentCatalogue Experiments = new([.. BuiltInExperiments.All, SamplePipeline.Definition]);
    private static readonly RunSpecReader Reader = new(Experiments, Shipped.Targets("default", "west", "sql:database"), new SeededIdSource(1));

    private readonly Dictionary<string, int> _refused = [];

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
        _refused = Requests.Where(request => request.PointsRefusedWith is not null).ToDictionary(request => request.RunId, request => request.PointsRefusedWith!.Value);
    }

    public IReadOnlyList<RunRequest> Requests { get; }

    /// <summary>What is run again and again; null for nothing.</summary>
    public ScheduleRequest? Schedule { get; init; }

    /// <summary>Tasks that all of it needs when nothing is cancelled, those that prepare and clean left out.</summary>
    public int Tasks { get; }

    /// <summary>How long the TaskManager may try again what the account refuses for good.</summary>
    public TimeSpan TriedAgain => _refused.ContainsValue(403) ? Patience.WithNewRoles : TimeSpan.Zero;

    /// <summary>What the account answers when points of a run are written; null where it takes them.</summary>
    public RequestFailedException? RefusalOf(string runId) => _refused.TryGetValue(runId, out var status)
        ? new(status, "The account does not take this.", status == 403 ? "AuthorizationPermissionMismatch" : "RequestBodyTooLarge", null)
        : null;

    private static RunRequest AskForGangs(Random random) => Ask(random, $$"""
        { "experiment": "table.insert", "preset": "quick", "target": "{{(random.Next(2) == 0 ? "default" : "west")}}", "seed": 1, "workers": 2,
          "onError": "{{(random.Next(4) == 0 ? "stop" : "continue")}}", "repetitions": {{random.Next(2, 5)}}, "parameters": { "clients": [2] } }
        """);

    private static int TasksOf(RunSpec spec)
    {
        var definition = Experiments.Find(spec.Experiment)!;
        return definition.IsBag
            ? RunPlanner.BindStages(definition, spec) is var options && options is SamplePipeline pipeline ? pipeline.Things + pipeline.ExpectedCuts().Count() + 1 : options.Stages().Sum(stage => stage.Tasks)
            : RunPlanner.Plan(definition, spec).Points.Count * spec.Workers;
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
          "parameters": { "tasks": {{(random.Next(4) == 0 ? random.Next(30, 50) : random.Next(14, 22))}}, "bags": {{random.Next(1, 3)}} } }
        """);

    /// <summary>A run that is submitted after a while and never cancelled.</summary>
    public static RunRequest Ask(string key, string text, TimeSpan after) => new(key, IdText.Hash(Owner, key), SpecOf(text), after, null);

    public static RunSpec SpecOf(string text)
    {
        var reading = Reader.Read(Encoding.UTF8.GetBytes(text));
        return reading.Spec ?? throw new InvalidOperationException(string.Join("; ", reading.Faults));
    }

    public static RunRequest Ask(Random random, string text)
    {
        var key = "request-" + random.Next();
        return new(
            key,
            IdText.Hash(Owner, key),
            SpecOf(text),
            TimeSpan.FromSeconds(10 * random.NextDouble()),
            random.Next(6) == 0 ? TimeSpan.FromSeconds(40 * random.NextDouble()) : null);
    }
}
