using System.Text;
using Azure.Core;

namespace Azure.Data.Tables.Transactions;

/// <summary>The header lines of a part.</summary>
internal static class HeaderLines
{
    public static List<HttpHeader> Parse(ReadOnlySpan<byte> lines)
    {
        var headers = new List<HttpHeader>();
        while (!lines.IsEmpty)
        {
            int end = lines.IndexOf("\r\n"u8);
            ReadOnlySpan<byte> line = end < 0 ? lines : lines[..end];
            lines = end < 0 ? [] : lines[(end + 2)..];
            int colon = line.IndexOf((byte)':');
            if (colon > 0)
            {
                headers.Add(new HttpHeader(Text(line[..colon]), Text(line[(colon + 1)..])));
            }
        }

        return headers;
    }

    /// <summary>The value of the first header of that name; null if there is none.</summary>
    public static string? Find(List<HttpHeader> headers, string name)
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

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes.Trim((byte)' '));
}
