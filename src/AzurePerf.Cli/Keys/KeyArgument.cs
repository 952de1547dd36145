using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;

namespace AzurePerf.Cli.Keys;

/// <summary>The key that a text on the command line means: an id, or the name of one that is in use.</summary>
internal static class KeyArgument
{
    public static async Task<string> ResolveAsync(ApiClient api, string text, CancellationToken cancellationToken)
    {
        if (IdText.IsValid(text))
        {
            return text;
        }

        var named =
            (await api.ListKeysAsync(cancellationToken)).Value.Keys.Where(key => key.Name == text && key.State == AccessKeyState.Active)
                .ToArray();
        return named switch
        {
            [var only] => only.Id,
            [] => throw CommandFailure.Usage($"no key in use is named '{text}'; `azureperf keys list` shows them"),
            _ =>
                throw CommandFailure.Usage(
                    $"{named.Length} keys in use are named '{text}': {string.Join(", ", named.Select(key => key.Id))}; name one by its id"),
        };
    }
}
