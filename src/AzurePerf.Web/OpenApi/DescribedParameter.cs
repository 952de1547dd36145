using System.Text.Json.Nodes;

namespace AzurePerf.Web.OpenApi;

/// <summary>One parameter of an operation, for people.</summary>
internal sealed record DescribedParameter(string Name, string Place, string Meaning)
{
    public static DescribedParameter Read(JsonNode parameter) => new(
        parameter["name"]!.GetValue<string>(), parameter["in"]!.GetValue<string>(), parameter["description"]?.GetValue<string>() ?? "");
}
