using System.Buffers.Text;
using System.Text;

namespace Azure.Data.Tables.Transactions;

/// <summary>Reads the answers that a transaction's multipart answer holds.</summary>
internal static class PartResponseReader
{
    private const int StatusDigits = 3;
    private const string NoContent = "No Content";

    /// <summary>One answer per action, or a single one if the transaction failed.</summary>
    public static List<Response> Read(Response response)
    {
        var answers = new List<Response>();
        response.Headers.TryGetValue("Content-Type", out string? contentType);
        Collect(response.Content.ToMemory(), MultipartText.Boundary(contentType), answers);
        return answers;
    }

    private static void Collect(ReadOnlyMemory<byte> body, string? boundary, List<Response> answers)
    {
        if (boundary is null)
        {
            answers.Add(ReadAnswer(body));
            return;
        }

        foreach (ReadOnlyMemory<byte> part in MultipartText.Parts(body, boundary))
        {
            (ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> inner) = MultipartText.SplitHead(part);
            Collect(inner, InnerBoundary(head.Span), answers);
        }
    }

    // Only the change set is multipart again: the heads of its many parts need not become headers.
    private static string? InnerBoundary(ReadOnlySpan<byte> head)
        => head.IndexOf("multipart/mixed"u8) < 0
            ? null
            : MultipartText.Boundary(HeaderLines.Find(HeaderLines.Parse(head), "Content-Type"));

    private static PartResponse ReadAnswer(ReadOnlyMemory<byte> text)
    {
        (ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> body) = MultipartText.SplitHead(text);

        // An emulator repeats the boundary in front of the status line of some refusals.
        int start = head.Span.IndexOf("HTTP/"u8);
        ReadOnlyMemory<byte> lines = start < 0 ? ReadOnlyMemory<byte>.Empty : head[start..];
        int end = lines.Span.IndexOf("\r\n"u8);
        (ReadOnlyMemory<byte> statusLine, ReadOnlyMemory<byte> headers) = end < 0
            ? (lines, ReadOnlyMemory<byte>.Empty)
            : (lines[..end], lines[end..]);
        ReadOnlySpan<byte> afterVersion = statusLine.Span[(statusLine.Span.IndexOf((byte)' ') + 1)..];
        return Utf8Parser.TryParse(afterVersion, out int status, out int digits) && digits == StatusDigits
            ? new PartResponse(status, ReasonPhrase(status, afterVersion[digits..]), headers, body)
            : throw new InvalidDataException("The answer to a transaction has a part without a status line.");
    }

    private static string ReasonPhrase(int status, ReadOnlySpan<byte> text)
        => status == 204 ? NoContent : Encoding.UTF8.GetString(text.Trim((byte)' '));
}
