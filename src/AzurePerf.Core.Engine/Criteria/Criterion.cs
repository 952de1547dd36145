using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Criteria;

/// <summary>When a run fails: a metric that lies beyond a limit, at any configuration.</summary>
/// <param name="Metric">Name of a metric of the experiment, or <see cref="Errors"/>.</param>
/// <param name="FailsAbove">True where the run fails above the limit, false where it fails below.</param>
/// <param name="Number">The limit as it was typed, without its unit.</param>
/// <param name="Unit">Of the limit; may be empty.</param>
/// <param name="Limit">The limit in the metric's own unit, of <see cref="Errors"/> a share.</param>
public sealed record Criterion(string Metric, bool FailsAbove, string Number, string Unit, double Limit)
{
    /// <summary>The share of operations that failed, of every experiment that has operations.</summary>
    public const string Errors = "errors";

    /// <summary>True where it is about failed operations.</summary>
    public bool IsErrors => Metric == Errors;

    /// <summary>As it is stored: "p95>50ms".</summary>
    public string Text => $"{Metric}{Sign}{Number}{Unit}";

    /// <summary>For people, when the run fails: "p95 > 50 ms".</summary>
    public string Words => $"{Metric} {Sign} {LimitText}";

    /// <summary>For people, what holds when it is met: "p95 at most 50 ms".</summary>
    public string Kept => $"{Metric} at {(FailsAbove ? "most" : "least")} {LimitText}";

    private char Sign => FailsAbove ? '>' : '<';

    private string LimitText => $"{Number} {Unit}".TrimEnd();

    /// <summary>True when a value alone is beyond the limit.</summary>
    public bool IsBroken(double value) => FailsAbove ? value > Limit : value < Limit;
}

/// <summary>What the criteria of a run came to, or one of them at one configuration.</summary>
public enum CriteriaVerdict
{
    /// <summary>The whole interval keeps the limit.</summary>
    Met,

    /// <summary>The whole interval is beyond the limit, or no operation succeeded.</summary>
    Missed,

    /// <summary>It cannot be told.</summary>
    Undecided,
}
