using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Routes;

/// <summary>The header by which a caller repeats a submission without starting a second run.</summary>
internal static class IdempotencyKey
{
    public const string Header = "Idempotency-Key";
    private const int LongestCharacters = 200;

    /// <summary>Reads the header: its value, or null when there is none; a fault when it cannot be a key.</summary>
    public static (string? Key, SpecFault? Fault) Read(HttpRequest request)
    {
        if (!request.Headers.TryGetValue(Header, out var values))
        {
            return (null, null);
        }

        return values is [{ Length: >= 1 and <= LongestCharacters } key] && key.All(c => c is > ' ' and <= '~')
            ? (key, null)
            : (null, new(Header, $"must be given once, with 1 to {LongestCharacters} visible ASCII characters"));
    }
}
