using System.Globalization;
using System.Text.Json.Nodes;

namespace AzurePerf.Web.OpenApi;

/// <summary>One member of a body, for people.</summary>
/// <param name="Name">As it is written.</param>
/// <param name="Takes">What it takes, in words.</param>
/// <param name="Meaning">What it means.</param>
/// <param name="IsRequired">Whether it must be there.</param>
internal sealed record DescribedMember(string Name, string Takes, string Meaning, bool IsRequired)
{
    private const int MostWords = 12;

    /// <summary>The members of a schema, which may be a reference.</summary>
    public static IReadOnlyList<DescribedMember> ReadAll(JsonNode? schema, JsonNode document)
    {
        var named = Resolve(schema, document);
        var required = (named?["required"]?.AsArray() ?? []).Select(name => name!.GetValue<string>()).ToHashSet();
        return [.. (named?["properties"]?.AsObject() ?? []).Select(member =>
            new DescribedMember(
                member.Key, Words(member.Value!), member.Value!["description"]?.GetValue<string>() ?? "", required.Contains(member.Key)))];
    }

    private static JsonNode? Resolve(JsonNode? schema, JsonNode document) =>
        schema?["$ref"]?.GetValue<string>() is { } reference ? document["components"]!["schemas"]![reference.Split('/')[^1]] : schema;

    private static string Words(JsonNode schema) => schema switch
    {
        JsonObject reference when reference["$ref"]?.GetValue<string>() is { } name => name.Split('/')[^1],
        JsonObject any when any["anyOf"] is JsonArray kinds =>
            kinds.All(kind => kind!["$ref"] is not null) ? "an object" : string.Join(", or ", kinds.Select(kind => Words(kind!))),
        JsonObject choice when choice["enum"] is JsonArray words =>
            string.Join(", ", words.Take(MostWords)) + (words.Count > MostWords ? ", ..." : ""),
        _ => Simple(schema),
    };

    private static string Simple(JsonNode schema) => schema["type"]?.ToString() switch
    {
        "integer" => "a whole number" + Range(schema),
        "number" => "a number" + Range(schema),
        "boolean" => "true or false",
        "array" => $"a list of 1 to {schema["maxItems"]} of them",
        "object" => "an object",
        "null" => "null",
        _ => schema["maxLength"] is { } longest ? $"text of up to {longest} characters" : "text",
    };

    private static string Range(JsonNode schema) => schema["minimum"] is { } least && schema["maximum"] is { } most
        ? string.Create(CultureInfo.InvariantCulture, $" from {least} to {most}")
        : "";
}
