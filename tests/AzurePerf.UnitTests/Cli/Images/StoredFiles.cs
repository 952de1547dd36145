using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;

namespace AzurePerf.UnitTests.Cli.Images;

/// <summary>Files of a run as the API sends them: with tag, hash and time, whole or in part.</summary>
internal sealed class StoredFiles
{
    /// <summary>When files were stored that a test says nothing of.</summary>
    public static readonly DateTimeOffset StoredAt = SampleRuns.Submitted.AddHours(-1);

    /// <summary>By the end of their address: what they hold.</summary>
    public Dictionary<string, string> Contents { get; } = [];

    /// <summary>By the end of their address: when they were stored.</summary>
    public Dictionary<string, DateTimeOffset> Times { get; } = [];

    /// <summary>Files of which another hash is told than they have, by the end of their address.</summary>
    public HashSet<string> Damaged { get; } = [];

    /// <summary>The API of a host that has them.</summary>
    /// <param name="answer">Answers in its place where it answers.</param>
    public StubApi Api(Func<StubApi.Request, HttpResponseMessage?>? answer = null) => SampleImages.Api(request =>
        answer?.Invoke(request) ?? (request.Path.StartsWith(SampleImages.Path + "/", StringComparison.Ordinal) ? Of(request) : null));

    /// <summary>The answer to a request for one of them.</summary>
    public HttpResponseMessage Of(StubApi.Request request)
    {
        var content = Encoding.UTF8.GetBytes(ContentOf(request.Path));
        var tag = $"\"{Convert.ToHexStringLower(SHA256.HashData(content))[..16]}\"";
        var first = request.Range.Length > 0 && request.IfRange == tag ? int.Parse(request.Range["bytes=".Length..^1], System.Globalization.CultureInfo.InvariantCulture) : 0;
        var answer = new HttpResponseMessage(first > 0 ? HttpStatusCode.PartialContent : HttpStatusCode.OK) { Content = new ByteArrayContent(content[first..]) };
        if (first > 0)
        {
            answer.Content.Headers.ContentRange = new ContentRangeHeaderValue(first, content.Length - 1, content.Length);
        }

        answer.Content.Headers.LastModified = Times.FirstOrDefault(time => request.Path.EndsWith(time.Key, StringComparison.Ordinal)) is { Key: not null } time
            ? time.Value
            : StoredAt;
        answer.Headers.ETag = new EntityTagHeaderValue(tag);
        answer.Headers.AcceptRanges.Add("bytes");
        var told = Damaged.Any(end => request.Path.EndsWith(end, StringComparison.Ordinal)) ? SHA256.HashData([]) : SHA256.HashData(content);
        answer.Headers.Add("Repr-Digest", $"sha-256=:{Convert.ToBase64String(told)}:");
        return answer;
    }

    /// <summary>The answer to a request for the whole of one that breaks off after some bytes.</summary>
    public HttpResponseMessage Broken(StubApi.Request request, int bytes, Action breaks)
    {
        var whole = ContentOf(request.Path);
        var answer = Of(request);
        var broken = new BrokenContent(whole[..bytes], whole.Length, breaks);
        answer.Content = broken;
        return answer;
    }

    public string ContentOf(string path) =>
        Contents.FirstOrDefault(file => path.EndsWith(file.Key, StringComparison.Ordinal)).Value ?? SampleImages.ContentOf(path);
}
