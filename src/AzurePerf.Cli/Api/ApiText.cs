using System.Text;

namespace AzurePerf.Cli.Api;

/// <summary>The text of an answer.</summary>
internal static class ApiText
{
    /// <summary>Reads it as UTF-8, which is all that the API sends. What the answer says of its characters is not looked at: a proxy may
    /// name some that .NET does not know. A mark of the byte order, which some begin with, is none of the text.</summary>
    public static async Task<string> ReadAsync(HttpContent content, CancellationToken cancellationToken) =>
        Encoding.UTF8.GetString(await content.ReadAsByteArrayAsync(cancellationToken)).TrimStart('\uFEFF');
}
