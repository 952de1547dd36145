using AzurePerf.Core.Ids;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>
/// How long executions take, in units of the mean of healthy ones. An order has a size, lognormal with a coefficient of variation of 0.3; each execution has a noise of its own, 0.1.
/// The same draws whatever the policy.
/// </summary>
/// <param name="Name">In tables.</param>
/// <param name="SlowExecutions">The share of executions that are slow on any worker.</param>
/// <param name="SlowWorkers">The share of workers on which all executions are slow.</param>
/// <param name="SizeVariation">The coefficient of variation of the sizes.</param>
internal sealed record StragglerWorld(string Name, double SlowExecutions, double SlowWorkers, double SizeVariation = 0.3)
{
    private const double SlowFactor = 6;
    private const double NoiseVariation = 0.1;

    /// <summary>Each execution is slow or not, by chance.</summary>
    public static StragglerWorld Independent { get; } = new("I", 0.16, 0);

    /// <summary>Each worker is slow or not for as long as it lives; so many that 16 % of executions time out.</summary>
    public static StragglerWorld Persistent { get; } = new("P", 0, 0.432);

    /// <summary>The same with fewer slow workers.</summary>
    public static StragglerWorld FewPersistent { get; } = new("Q", 0, 0.16);

    /// <summary>Nothing is slow, but orders differ much, so that a new execution takes as long as the old one.</summary>
    public static StragglerWorld Unequal { get; } = new("unequal", 0, 0, SizeVariation: 1);

    /// <summary>The same run without slowness.</summary>
    public StragglerWorld Healthy => this with { SlowExecutions = 0, SlowWorkers = 0 };

    /// <param name="seed">Of the run.</param>
    /// <param name="order">What is executed.</param>
    /// <param name="attempt">Which execution of it.</param>
    /// <param name="worker">The process that executes it; a replaced one has a new number.</param>
    public double DurationOf(int seed, int order, int attempt, int worker) =>
        Lognormal(SizeVariation, seed, order, 0) * Lognormal(NoiseVariation, seed, order, attempt) * (IsSlow(seed, order, attempt, worker) ? SlowFactor : 1);

    private bool IsSlow(int seed, int order, int attempt, int worker) => Uniform(seed, order, attempt, 3) < SlowExecutions || Uniform(seed, worker, 0, 4) < SlowWorkers;

    /// <summary>With a mean of 1.</summary>
    private static double Lognormal(double variation, int seed, int order, int attempt)
    {
        var variance = Math.Log(1 + (variation * variation));
        var normal = Math.Sqrt(-2 * Math.Log(1 - Uniform(seed, order, attempt, 1))) * Math.Cos(2 * Math.PI * Uniform(seed, order, attempt, 2));
        return Math.Exp((Math.Sqrt(variance) * normal) - (variance / 2));
    }

    private static double Uniform(int seed, int first, int second, int purpose) => (StableHash.Of(seed, first, second, purpose) >> 11) * (1.0 / (1L << 53));
}
