using System.Globalization;
using Azure.Core;

namespace Azure.Data.Tables.Transactions;

/// <summary>Reads the answers that a transaction's multipart answer holds.</summary>
internal static class PartResponseReader
{
    /// <summary>One answer per action, or a single one if the transaction failed.</summary>
    public static List<Response> Read(Response response)
    {
        var answers = new List<Response>();
        response.Headers.TryGetValue("Content-Type", out string? contentType);
        Collect(response.Content.ToMemory(), contentType, answers);
        return answers;
    }

    private static void Collect(ReadOnlyMemory<byte> body, string? contentType, List<Response> answers)
    {
        if (MultipartText.Boundary(contentType) is not { } boundary)
        {
            answers.Add(ReadAnswer(body));
            return;
        }

        foreach (ReadOnlyMemory<byte> part in MultipartText.Parts(body, boundary))
        {
            (string head, ReadOnlyMemory<byte> inner) = MultipartText.SplitHead(part);
            Collect(inner, Find(Headers(head.Split("\r\n")), "Content-Type"), answers);
        }
    }

    private static PartResponse ReadAnswer(ReadOnlyMemory<byte> text)
    {
        (string head, ReadOnlyMemory<byte> body) = MultipartText.SplitHead(text);
        string[] lines = head.Split("\r\n");

        // An emulator repeats the boundary in front of the status line of some refusals.
        int start = Array.FindIndex(lines, line => line.StartsWith("HTTP/", StringComparison.Ordinal));
        string[] statusLine = start < 0 ? [] : lines[start].Split(' ', 3);
        if (statusLine.Length < 2 || !int.TryParse(statusLine[1], NumberStyles.None, CultureInfo.InvariantCulture, out int status))
        {
            throw new InvalidDataException("The answer to a transaction has a part without a status line.");
        }

        return new PartResponse(status, statusLine.Length > 2 ? statusLine[2] : string.Empty, Headers(lines.AsSpan(start + 1)), body);
    }

    private static List<HttpHeader> Headers(ReadOnlySpan<string> lines)
    {
        var headers = new List<HttpHeader>(lines.Length);
        foreach (string line in lines)
        {
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            if (colon > 0)
            {
                headers.Add(new HttpHeader(line[..colon].Trim(), line[(colon + 1)..].Trim()));
            }
        }

        return headers;
    }

    private static string? Find(List<HttpHeader> headers, string name)
    {
        foreach (HttpHeader header in headers)
        {
            if (header.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                return header.Value;
            }
        }

        return null;
    }
}
