using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Web.OpenApi;

/// <summary>One operation of the document, for people.</summary>
internal sealed record DescribedOperation(string Method, string Path, string Name, string Summary)
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>What the path, the query and the headers take.</summary>
    public required IReadOnlyList<DescribedParameter> Parameters { get; init; }

    /// <summary>A body that it takes; null when it takes none.</summary>
    public string? Body { get; init; }

    /// <summary>The members of that body.</summary>
    public required IReadOnlyList<DescribedMember> Members { get; init; }

    /// <summary>What a caller must be allowed to do; empty for nothing.</summary>
    public required string Scope { get; init; }

    /// <summary>Statuses and what they mean.</summary>
    public required IReadOnlyList<(string Status, string Meaning)> Answers { get; init; }

    /// <summary>The place on the page.</summary>
    public string Anchor => Name;

    /// <summary>The operations of a document by the noun that they are about, in the order of the document.</summary>
    public static IReadOnlyList<IGrouping<string, DescribedOperation>> ReadAll(ReadOnlyMemory<byte> document)
    {
        var root = JsonNode.Parse(document.Span)!;
        var operations = from path in root["paths"]!.AsObject()
                         from operation in path.Value!.AsObject()
                         select (Noun: operation.Value!["tags"]![0]!.GetValue<string>(),
                             Operation: Read(operation.Key, path.Key, operation.Value!, root));
        return [.. operations.GroupBy(pair => pair.Noun, pair => pair.Operation)];
    }

    private static DescribedOperation Read(string method, string path, JsonNode operation, JsonNode document) =>
        new(method.ToUpperInvariant(), path, operation["operationId"]!.GetValue<string>(), operation["summary"]!.GetValue<string>())
        {
            Parameters = [.. (operation["parameters"]?.AsArray() ?? []).Select(parameter => DescribedParameter.Read(parameter!))],
            Members = DescribedMember.ReadAll(operation["requestBody"]?["content"]?["application/json"]?["schema"], document),
            Scope = operation["security"]?[0]?.AsObject().First().Value?[0]?.GetValue<string>() ?? "",
            Body = operation["requestBody"]?["content"]?["application/json"]?["example"]?.ToJsonString(Indented),
            Answers = [.. operation["responses"]!.AsObject()
                .Select(answer => (answer.Key, Resolve(answer.Value!, document)["description"]?.GetValue<string>() ?? ""))],
        };

    private static JsonNode Resolve(JsonNode answer, JsonNode document) =>
        answer["$ref"]?.GetValue<string>() is { } reference
            ? document["components"]!["responses"]![reference["#/components/responses/".Length..]]!
            : answer;
}

/// <summary>One parameter of an operation, for people.</summary>
internal sealed record DescribedParameter(string Name, string Place, string Meaning)
{
    public static DescribedParameter Read(JsonNode parameter) => new(
        parameter["name"]!.GetValue<string>(), parameter["in"]!.GetValue<string>(), parameter["description"]?.GetValue<string>() ?? "");
}
