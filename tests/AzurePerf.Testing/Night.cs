using System.Globalization;
using Xunit;

namespace AzurePerf.Testing;

/// <summary>
/// How large tests are: small enough for every change, or with AZUREPERF_NIGHT=1, which <c>.ci/run --all</c> sets, as large as proofs need that take longer. A variable that a test names
/// asks for a size of its own.
/// </summary>
public static class Night
{
    private const string Variable = "AZUREPERF_NIGHT";

    public static bool IsOn { get; } = Environment.GetEnvironmentVariable(Variable) == "1";

    /// <summary>The size that a variable asks for; without it, the one of every change or of the night.</summary>
    /// <param name="variable">May ask for another size.</param>
    /// <param name="usually">For every change.</param>
    /// <param name="atNight">For the night.</param>
    public static int Size(string variable, int usually, int atNight) => Asked(variable) ?? Size(usually, atNight);

    /// <inheritdoc cref="Size(string, int, int)"/>
    public static int Size(int usually, int atNight) => IsOn ? atNight : usually;

    /// <summary>What a variable asks for; null for nothing.</summary>
    /// <param name="variable">Its name.</param>
    public static int? Asked(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;

    /// <summary>Cases of a theory: those of every change, and in the night all.</summary>
    /// <param name="usual">For every change.</param>
    /// <param name="more">For the night only.</param>
    public static TheoryData<T> Cases<T>(T[] usual, params T[] more) => [.. Values(usual, more)];

    /// <summary>Values that one test goes through: those of every change, and in the night all.</summary>
    /// <param name="usual">For every change.</param>
    /// <param name="more">For the night only.</param>
    public static T[] Values<T>(T[] usual, params T[] more) => [.. usual, .. IsOn ? more : []];

    /// <summary>Skips a test whose promise smaller ones keep too, but in the night.</summary>
    public static void OrSkip() => Assert.SkipUnless(IsOn, $"{Variable} is not 1");
}
