using System.Diagnostics.CodeAnalysis;
using Azure.Core;

namespace Azure.Data.Tables.Transactions;

/// <summary>The answer to one action of a transaction; headers and content are read when first asked for, which is rarely.</summary>
internal sealed class PartResponse(int status, string reasonPhrase, ReadOnlyMemory<byte> headerLines, ReadOnlyMemory<byte> body) : Response
{
    private List<HttpHeader>? _headers;
    private Stream? _content;

    public override int Status => status;

    public override bool IsError => status >= 400;

    public override string ReasonPhrase => reasonPhrase;

    public override Stream? ContentStream
    {
        get => _content ??= new MemoryStream(body.ToArray(), 0, body.Length, writable: false, publiclyVisible: true);
        set => _content = value;
    }

    public override string ClientRequestId { get; set; } = string.Empty;

    private List<HttpHeader> All => _headers ??= HeaderLines.Parse(headerLines.Span);

    public override void Dispose() => _content?.Dispose();

    protected override bool ContainsHeader(string name) => HeaderLines.Find(All, name) is not null;

    protected override IEnumerable<HttpHeader> EnumerateHeaders() => All;

    protected override bool TryGetHeader(string name, [NotNullWhen(true)] out string? value)
    {
        value = HeaderLines.Find(All, name);
        return value is not null;
    }

    protected override bool TryGetHeaderValues(string name, [NotNullWhen(true)] out IEnumerable<string>? values)
    {
        values = TryGetHeader(name, out string? value) ? [value] : null;
        return values is not null;
    }
}
