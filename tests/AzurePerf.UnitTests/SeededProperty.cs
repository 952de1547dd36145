using CsCheck;

namespace AzurePerf.UnitTests;

/// <summary>
/// Checks a property over generated values, the same ones in every run. A failure is shrunk to a small example, which is printed with a seed:
/// the environment variable <c>CsCheck_Seed</c> replays it, with a filter for the test.
/// </summary>
internal static class SeededProperty
{
    private const uint Stream = 1;
    private const ulong Seed = 20100621;
    private const int ShrinkingDraws = 20_000;

    /// <param name="values">What is drawn.</param>
    /// <param name="property">What must hold.</param>
    /// <param name="cases">How many are drawn in the night; for every change the first half of them.</param>
    public static void Holds<T>(Gen<T> values, Func<T, bool> property, int cases = 100)
    {
        if (Check.Seed is { } replayed)
        {
            values.Sample(property, seed: replayed, iter: 1, threads: 1);
            return;
        }

        var random = new PCG(Stream, Seed);
        for (var drawn = 0; drawn < Night.Size(usually: (cases + 1) / 2, atNight: cases); drawn++)
        {
            var seed = random.ToString();
            if (Fails(property, values.Generate(random, null, out _)))
            {
                // Sample draws the failing value again, and then looks among others for smaller ones that fail too.
                values.Sample(property, seed: seed, iter: ShrinkingDraws, threads: 1);
                throw new CsCheckException($"The property failed for the value of seed {seed}, but not when it was asked again.");
            }
        }
    }

    private static bool Fails<T>(Func<T, bool> property, T value)
    {
        try
        {
            return !property(value);
        }
        catch (Exception)
        {
            return true;
        }
    }
}
