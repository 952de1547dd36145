using System.Globalization;
using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// Causes with which a worker ends executions of task work on purpose, each at a known rate, to see what becomes of them. Which execution
/// ends with which follows from the run's seed and the execution alone: where nothing else repeats one, all counts are known before the
/// run.
/// </summary>
public sealed class InjectedFaults
{
    /// <summary>What such an execution says.</summary>
    public const string Message = "injected by Worker:Faults";

    /// <summary>No other draw from the same seed begins with this number.</summary>
    private const int Salt = 1_178_686_836;

    /// <summary>Not among the characters of <c>Worker:Sku</c>.</summary>
    private const string Mark = "+faults";

    private const double Rounding = 1e-9;

    private readonly (FailureCause Cause, double Rate)[] _rates;

    private InjectedFaults(IEnumerable<(FailureCause Cause, double Rate)> rates) =>
        _rates = [.. rates.Where(rate => rate.Rate > 0).OrderBy(rate => rate.Cause)];

    public static InjectedFaults None { get; } = new([]);

    /// <summary>False when nothing is injected.</summary>
    public bool Any => _rates.Length > 0;

    /// <summary>Reads rates, 0 to 1, by the names of causes in any case.</summary>
    /// <exception cref="FormatException">A name is no cause that work may name, a rate is none, or all together exceed 1; the message goes
    /// on from the name of the setting.</exception>
    public static InjectedFaults Read(IEnumerable<KeyValuePair<string, string?>> rates)
    {
        var read = rates.Select(rate => (Cause: CauseOf(rate.Key), Rate: RateOf(rate.Key, rate.Value))).ToArray();
        var sum = read.Sum(rate => rate.Rate);
        return sum <= 1 + Rounding
            ? new(read)
            : throw new FormatException(string.Create(CultureInfo.InvariantCulture, $"add up to {sum:0.####}; 1 is the most"));
    }

    /// <summary>The cause to end one execution with; null to leave it alone. Another attempt at the task is another draw.</summary>
    /// <param name="seed">Of the run.</param>
    /// <param name="stage">The number of the stage.</param>
    /// <param name="task">The task's number.</param>
    /// <param name="attempt">The attempt, from 1.</param>
    public FailureCause? CauseOf(int seed, int stage, int task, int attempt)
    {
        var draw = Any ? StableHash.Of(Salt, seed, stage, task, attempt) / (ulong.MaxValue + 1.0) : 1;
        foreach (var (cause, rate) in _rates)
        {
            if (draw < rate)
            {
                return cause;
            }

            draw -= rate;
        }

        return null;
    }

    /// <summary>The kind of machine of a worker with these faults: the durations and ends of its executions are kept from all others, and
    /// wherever they are read they say where they come from.</summary>
    public string SkuOf(string sku) => Any ? sku + Mark : sku;

    /// <summary>Whether an execution on such a kind of machine was by a worker that injects faults.</summary>
    public static bool AreIn(string sku) => sku.EndsWith(Mark, StringComparison.Ordinal);

    public override string ToString() =>
        string.Join(", ", _rates.Select(rate => string.Create(CultureInfo.InvariantCulture, $"{rate.Cause} {rate.Rate}")));

    private static FailureCause CauseOf(string name)
    {
        var named = FailureTaxonomy.Rows.Select(row => row.Cause).Where(ExecutionEndedException.MayName);
        return named.Select(cause => (FailureCause?)cause)
            .FirstOrDefault(cause => cause.ToString()!.Equals(name, StringComparison.OrdinalIgnoreCase))
            ?? throw new FormatException($"has no cause '{name}'; it has {string.Join(", ", named)}");
    }

    private static double RateOf(string name, string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var rate) && rate is >= 0 and <= 1
            ? rate
            : throw new FormatException($"has a rate for {name} that is none from 0 to 1");
}
