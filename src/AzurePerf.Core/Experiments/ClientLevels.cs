namespace AzurePerf.Core.Experiments;

/// <summary>Concurrency levels of the published sweeps and of their smaller copies.</summary>
internal static class ClientLevels
{
    /// <summary>Hill et al. say "1 to 192"; the entity counts they give fit these levels.</summary>
    public static readonly int[] Paper = [1, 2, 4, 8, 16, 32, 64, 128, 192];

    public static readonly int[] Reduced = [1, 2, 4, 8, 16];

    public static readonly int[] Quick = [1, 4];
}
