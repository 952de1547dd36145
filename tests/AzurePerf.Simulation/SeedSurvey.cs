using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Sabotages;

namespace AzurePerf.Simulation;

/// <summary>What came of many seeds.</summary>
internal sealed class SeedSurvey
{
    private readonly Lock _lock = new();
    private readonly List<SimulationOutcome> _broken = [];
    private bool _enough;

    public ArrowMatrix Matrix { get; } = new();

    /// <summary>What each seed saw.</summary>
    public Dictionary<int, ArrowMatrix> Matrices { get; } = [];

    /// <summary>Seeds that broke a rule.</summary>
    public IReadOnlyList<SimulationOutcome> Broken => _broken;

    public int Seeds { get; private set; }

    public int FewestFaults { get; private set; } = int.MaxValue;

    public int FewestTasks { get; private set; } = int.MaxValue;

    public long Steps { get; private set; }

    public TimeSpan Elapsed { get; private set; }

    /// <summary>Runs seeds, each on one thread.</summary>
    /// <param name="first">The first seed.</param>
    /// <param name="last">The last seed.</param>
    /// <param name="threads">How many at once.</param>
    /// <param name="sabotage">Makes what is broken; null for nothing.</param>
    /// <param name="enough">Asked after each seed, one at a time: ends the survey early; null for never.</param>
    /// <param name="world">How large each seed's world is.</param>
    public static SeedSurvey Run(int first, int last, int threads, Func<Sabotage>? sabotage = null, Func<SeedSurvey, bool>? enough = null, World world = World.Small) =>
        Run(Enumerable.Range(first, last - first + 1), threads, sabotage, enough, world);

    /// <inheritdoc cref="Run(int, int, int, Func{Sabotage}, Func{SeedSurvey, bool}, World)"/>
    /// <param name="seeds">The seeds, in the order in which they begin.</param>
    /// <param name="threads">How many at once.</param>
    /// <param name="sabotage">Makes what is broken; null for nothing.</param>
    /// <param name="enough">Asked after each seed, one at a time: ends the survey early; null for never.</param>
    /// <param name="world">How large each seed's world is.</param>
    public static SeedSurvey Run(IEnumerable<int> seeds, int threads, Func<Sabotage>? sabotage = null, Func<SeedSurvey, bool>? enough = null, World world = World.Small)
    {
        var survey = new SeedSurvey();
        using var next = seeds.GetEnumerator();

        // Each has a thread of its own; what a simulation throws fails whoever asked for the survey, and nothing else.
        var runners = Enumerable.Range(0, threads).Select(_ => Task.Factory.StartNew(() =>
        {
            while (survey.Next(next) is { } seed)
            {
                survey.Add(new Simulation(seed, sabotage?.Invoke(), world).Run(), enough);
            }
        }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)).ToArray();
        Task.WaitAll(runners);
        return survey;
    }

    private int? Next(IEnumerator<int> seeds)
    {
        lock (_lock)
        {
            return !_enough && seeds.MoveNext() ? seeds.Current : null;
        }
    }

    private void Add(SimulationOutcome outcome, Func<SeedSurvey, bool>? enough)
    {
        lock (_lock)
        {
            Seeds++;
            Matrix.Add(outcome.Matrix);
            Matrices[outcome.Seed] = outcome.Matrix;
            Steps += outcome.Steps;
            Elapsed += outcome.Elapsed;
            FewestFaults = Math.Min(FewestFaults, outcome.Faults);
            FewestTasks = Math.Min(FewestTasks, outcome.Tasks);
            if (outcome.Broken is not null)
            {
                _broken.Add(outcome);
            }

            _enough |= enough?.Invoke(this) == true;
        }
    }
}
