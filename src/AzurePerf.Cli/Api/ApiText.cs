using System.Text;
using System.Text.Json;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Api;

/// <summary>The text of an answer.</summary>
internal static class ApiText
{
    /// <summary>What lacks a member that the API always gives, or has null where it gives none, comes from something else.</summary>
    private static readonly JsonSerializerOptions Options = new(ApiJson.Options)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    /// <summary>Reads a document.</summary>
    /// <exception cref="JsonException">It is another one.</exception>
    public static T Parse<T>(string json) => JsonSerializer.Deserialize<T>(json, Options) ?? throw new JsonException("null");

    /// <summary>Reads it as UTF-8, which is all that the API sends. What the answer says of its characters is not looked at: a proxy may
    /// name some that .NET does not know. A mark of the byte order, which some begin with, is none of the text.</summary>
    public static async Task<string> ReadAsync(HttpContent content, CancellationToken cancellationToken) =>
        Encoding.UTF8.GetString(await content.ReadAsByteArrayAsync(cancellationToken)).TrimStart('\uFEFF');
}
