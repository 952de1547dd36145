using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>One read or write of a row, be it a request of its own or a part of a transaction.</summary>
/// <param name="Method">HTTP method.</param>
/// <param name="Table">Name of the table.</param>
/// <param name="PartitionKey">Key in the address; null where the body holds it.</param>
/// <param name="RowKey">Key in the address; null where the body holds it.</param>
/// <param name="IfMatch">The ETag to expect; null for none, * for any.</param>
/// <param name="Body">The row; empty for none.</param>
internal sealed partial record TableOperation(string Method, string Table, string? PartitionKey, string? RowKey, string? IfMatch, string Body)
{
    public static TableOperation Of(string method, string path, string? ifMatch, string body)
    {
        var address = Address().Match(path);
        return address.Success
            ? new(method, address.Groups["table"].Value, Key(address.Groups["partition"]), Key(address.Groups["row"]), ifMatch, body)
            : new(method, path.TrimEnd('(', ')'), null, null, ifMatch, body);
    }

    /// <summary>The row as sent, with its keys from wherever they are.</summary>
    public JsonObject Row()
    {
        var row = JsonNode.Parse(Body)!.AsObject();
        row[nameof(PartitionKey)] = PartitionKey ?? row[nameof(PartitionKey)]!.GetValue<string>();
        row[nameof(RowKey)] = RowKey ?? row[nameof(RowKey)]!.GetValue<string>();
        return row;
    }

    private static string Key(Group group) => Uri.UnescapeDataString(group.Value).Replace("''", "'", StringComparison.Ordinal);

    [GeneratedRegex(@"^(?<table>\w+)\(PartitionKey='(?<partition>.*)',\s*RowKey='(?<row>.*)'\)$", RegexOptions.Singleline)]
    private static partial Regex Address();
}
