namespace AzurePerf.Core.Measurements;

/// <summary>A figure of a point that only its probe could observe, such as what the far end of a connection received.</summary>
/// <param name="Name">What it is, in words for people, unique in the point.</param>
/// <param name="Unit">Its unit as printed: B/s, s, us, segments; empty for a pure number.</param>
/// <param name="Value">Its value.</param>
public sealed record ProbeFigure(string Name, string Unit, double Value)
{
    /// <summary>How the name of each bin of a cumulative histogram begins.</summary>
    public const string ShareWithin = "share within ";

    /// <summary>"share within 2 ms": of the operations that took no longer.</summary>
    public static string NameOfShare(double milliseconds) => FormattableString.Invariant($"{ShareWithin}{milliseconds} ms");
}
