using System.Text;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>Reads the parts of a transaction's request and writes those of its answer.</summary>
internal static class TableTransaction
{
    public const string ContentType = "multipart/mixed; boundary=batchresponse_1";

    private const int MostRows = 100;
    private const string Lines = "\r\n";

    public static IReadOnlyList<TableOperation> Read(string body)
    {
        var boundary = "--" + Between(body[(body.IndexOf("boundary=", StringComparison.Ordinal) + 9)..].TrimStart('"'), "", "\r").TrimEnd('"');
        var parts = body.Split(boundary)[1..^1].Where(part => part.Contains(" HTTP/1.1", StringComparison.Ordinal)).Select(Part).ToArray();
        return parts.Length is > 0 and <= MostRows ? parts
            : throw new TableRefusalException(400, "InvalidInput");
    }

    /// <summary>The answer to one that was done: an ETag for each row that is there.</summary>
    public static string Done(IEnumerable<string?> etags) => Whole(string.Concat(etags.Select(etag => Answer("204 No Content", etag is null ? "" : $"ETag: {etag}{Lines}", ""))));

    /// <summary>The answer to one of which a part was refused: the service names the first.</summary>
    public static string Refused(int index, TableRefusalException refusal) =>
        Whole(Answer($"{refusal.Status} Refused", $"Content-Type: application/json;odata=minimalmetadata{Lines}", TableAnswer.ErrorJson(refusal.Code, $"{index}:{refusal.Message}")));

    private static TableOperation Part(string part)
    {
        var request = part[(part.IndexOf(Lines + Lines, StringComparison.Ordinal) + 4)..];
        var headEnd = request.IndexOf(Lines + Lines, StringComparison.Ordinal);
        string[] head = request[..headEnd].Split(Lines);
        var line = head[0].Split(' ');
        var ifMatch = head.FirstOrDefault(header => header.StartsWith("If-Match:", StringComparison.OrdinalIgnoreCase))?[9..].Trim();
        return TableOperation.Of(line[0], FakeTableService.PathOf(new(line[1])), ifMatch, request[(headEnd + 4)..].TrimEnd());
    }

    private static string Whole(string answers) => new StringBuilder()
        .Append("--batchresponse_1").Append(Lines).Append("Content-Type: multipart/mixed; boundary=changesetresponse_1").Append(Lines).Append(Lines)
        .Append(answers)
        .Append("--changesetresponse_1--").Append(Lines).Append("--batchresponse_1--").Append(Lines)
        .ToString();

    private static string Answer(string status, string headers, string body) =>
        $"--changesetresponse_1{Lines}Content-Type: application/http{Lines}Content-Transfer-Encoding: binary{Lines}{Lines}HTTP/1.1 {status}{Lines}DataServiceVersion: 3.0;{Lines}{headers}{Lines}{body}{Lines}";

    private static string Between(string text, string after, string before)
    {
        var rest = text[(text.IndexOf(after, StringComparison.Ordinal) + after.Length)..];
        return rest[..rest.IndexOf(before, StringComparison.Ordinal)];
    }
}
