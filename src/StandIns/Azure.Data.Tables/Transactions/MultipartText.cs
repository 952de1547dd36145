using System.Text;

namespace Azure.Data.Tables.Transactions;

/// <summary>Cuts a multipart body into its parts.</summary>
internal static class MultipartText
{
    private const string BoundaryParameter = "boundary=";

    /// <summary>The boundary that a Content-Type names; null if it is not a multipart one.</summary>
    public static string? Boundary(string? contentType)
    {
        int start = contentType?.IndexOf(BoundaryParameter, StringComparison.OrdinalIgnoreCase) ?? -1;
        if (start < 0)
        {
            return null;
        }

        string rest = contentType![(start + BoundaryParameter.Length)..];
        int end = rest.IndexOf(';', StringComparison.Ordinal);
        return (end < 0 ? rest : rest[..end]).Trim().Trim('"');
    }

    /// <summary>What stands between the boundary lines, without the text before the first and after the last.</summary>
    public static List<ReadOnlyMemory<byte>> Parts(ReadOnlyMemory<byte> body, string boundary)
    {
        byte[] delimiter = Encoding.ASCII.GetBytes("--" + boundary);
        var parts = new List<ReadOnlyMemory<byte>>();
        int at = body.Span.IndexOf(delimiter);
        while (at >= 0)
        {
            int start = at + delimiter.Length;
            int length = body.Span[start..].IndexOf(delimiter);
            if (length < 0)
            {
                break;
            }

            parts.Add(body.Slice(start, length));
            at = start + length;
        }

        return parts;
    }

    /// <summary>Splits at the first empty line: header lines, and what follows.</summary>
    public static (ReadOnlyMemory<byte> Head, ReadOnlyMemory<byte> Body) SplitHead(ReadOnlyMemory<byte> part)
    {
        ReadOnlyMemory<byte> text = TrimLineStart(part);
        int end = text.Span.IndexOf("\r\n\r\n"u8);
        return end < 0
            ? (text, ReadOnlyMemory<byte>.Empty)
            : (text[..end], text[(end + 4)..]);
    }

    private static ReadOnlyMemory<byte> TrimLineStart(ReadOnlyMemory<byte> part)
    {
        int start = part.Span.IndexOfAnyExcept((byte)'\r', (byte)'\n');
        return start < 0 ? ReadOnlyMemory<byte>.Empty : part[start..];
    }
}
