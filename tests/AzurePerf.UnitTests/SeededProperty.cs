using FsCheck;
using FsCheck.Fluent;

namespace AzurePerf.UnitTests;

/// <summary>Checks a property over generated values, always the same ones; a failure prints the seed and the values.</summary>
internal static class SeededProperty
{
    private const ulong Seed = 20100621;
    private const ulong Gamma = 20170409;

    public static void Holds<T>(Gen<T> values, Func<T, bool> property, int cases = 100)
        => Prop.ForAll(values.ToArbitrary(), property).Check(Config.QuickThrowOnFailure.WithReplay(Seed, Gamma).WithMaxTest(cases).WithQuietOnSuccess(true));
}
