using System.Globalization;

namespace AzurePerf.Simulation.Workloads;

/// <summary>What users ask for in a wide world: gangs of three to seven, a stage of points and a bag that are each more than one transaction, and runs, now and then hundreds, that wait for the same keys.</summary>
internal static class WideWorkload
{
    private const int RowsOfATransaction = 100;

    public static Workload Of(Random random) => new([.. RunsOf(random)]) { Schedule = random.Next(3) == 0 ? AskForSchedule(random) : null };

    private static IEnumerable<RunRequest> RunsOf(Random random) => [AskForGangs(random), AskForBag(random), .. random.Next(4) switch
    {
        0 => [AskForGangs(random)],
        1 => [AskForPoints(random, RowsOfATransaction + random.Next(2, 10))],
        2 => Enumerable.Range(0, random.Next(5, 10)).Select(_ => AskForPoints(random, 1)),
        _ => Crowd(random),
    }, .. random.Next(3) == 0 ? [AskForRefused(random)] : Array.Empty<RunRequest>()];

    /// <summary>Hundreds of runs that wait for one another. Nearly all are cancelled before it is their turn.</summary>
    private static IEnumerable<RunRequest> Crowd(Random random) => Enumerable.Range(0, random.Next(150, 300)).Select(number => number < 3
        ? AskForPoints(random, 5)
        : AskForPoints(random, 1) with { CancelledAfter = TimeSpan.FromSeconds(20 + (40 * random.NextDouble())) });

    /// <summary>Now and then more rows than a transaction takes, which is no multiple of most gangs.</summary>
    private static RunRequest AskForGangs(Random random)
    {
        var workers = random.Next(3, 8);
        var points = random.Next(3) == 0 ? (RowsOfATransaction / workers) + 2 : random.Next(3, 8);
        return Workload.Ask(random, string.Create(CultureInfo.InvariantCulture, $$"""
            { "experiment": "table.insert", "preset": "quick", "target": "default", "seed": 1, "workers": {{workers}},
              "onError": "{{OnError(random)}}", "repetitions": {{points}}, "parameters": { "clients": [{{workers}}] } }
            """));
    }

    private static RunRequest AskForPoints(Random random, int points) => Workload.Ask(random, Points(random, points));

    /// <summary>A run that the account refuses to take a result of, while it takes those of all others.</summary>
    private static RunRequest AskForRefused(Random random) =>
        Workload.Ask(random, Points(random, 2)) with { CancelledAfter = null, PointsRefusedWith = random.Next(2) == 0 ? 403 : 413 };

    private static ScheduleRequest AskForSchedule(Random random)
    {
        var text = Points(random, 1);
        return new(Workload.SpecOf(text), text, TimeSpan.FromSeconds(random.Next(60, 200)));
    }

    private static string Points(Random random, int points) => string.Create(CultureInfo.InvariantCulture, $$"""
        { "experiment": "table.insert", "preset": "quick", "target": "west", "seed": 1,
          "onError": "{{OnError(random)}}", "repetitions": {{points}}, "parameters": { "clients": [1] } }
        """);

    private static RunRequest AskForBag(Random random) => Workload.Ask(random, string.Create(CultureInfo.InvariantCulture, $$"""
        { "experiment": "selftest.bag", "preset": "quick", "seed": 1, "onError": "{{OnError(random)}}",
          "parameters": { "tasks": {{random.Next(RowsOfATransaction + 1, 230)}} } }
        """));

    private static string OnError(Random random) => random.Next(4) == 0 ? "stop" : "continue";
}
