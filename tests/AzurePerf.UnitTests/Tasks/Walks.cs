using CsCheck;

namespace AzurePerf.UnitTests.Tasks;

/// <summary>Random walks, 200 steps long on average. A shorter walk is the smaller example, whatever its seed.</summary>
internal static class Walks
{
    public static Gen<(int Steps, int Seed)> All { get; } =
        from steps in Gen.Int[0, 400]
        from seed in Gen.Int[0, int.MaxValue]
        select (steps, seed);
}
