using System.Globalization;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace AzurePerf.ImageryTests.Sources;

/// <summary>Answers that archives give.</summary>
internal static class Answer
{
    public static Func<HttpContext, Task> Status(int status, string? retryAfter = null) => context =>
    {
        context.Response.StatusCode = status;
        if (retryAfter is not null) context.Response.Headers.RetryAfter = retryAfter;
        return Task.CompletedTask;
    };

    public static Func<HttpContext, Task> Redirect(string address) => context =>
    {
        context.Response.StatusCode = 302;
        context.Response.Headers.Location = address;
        return Task.CompletedTask;
    };

    public static Func<HttpContext, Task> Text(string text, string type = "application/json") => Bytes(Encoding.UTF8.GetBytes(text), type: type);

    public static Func<HttpContext, Task> Bytes(byte[] content, string? tag = null, string type = "application/x-hdf") => async context =>
    {
        Head(context, content.Length, tag, type);
        await context.Response.Body.WriteAsync(content);
    };

    /// <summary>Answers a range with the rest, as long as the tag is the one of the request's If-Range.</summary>
    public static Func<HttpContext, Task> Rest(byte[] content, string tag) => async context =>
    {
        if (context.Request.GetTypedHeaders().Range is not { } range || context.Request.Headers.IfRange != tag)
        {
            await Bytes(content, tag)(context);
            return;
        }

        var from = (int)range.Ranges.Single().From!.Value;
        context.Response.StatusCode = from < content.Length ? 206 : 416;
        context.Response.Headers.ContentRange = from < content.Length
            ? string.Create(CultureInfo.InvariantCulture, $"bytes {from}-{content.Length - 1}/{content.Length}")
            : string.Create(CultureInfo.InvariantCulture, $"bytes */{content.Length}");
        if (from >= content.Length) return;
        Head(context, content.Length - from, tag, "application/x-hdf");
        await context.Response.Body.WriteAsync(content.AsMemory(from));
    };

    /// <summary>Announces all, sends the beginning, and breaks the connection when the beginning has come.</summary>
    public static Func<HttpContext, Task> Cut(byte[] content, int count, string tag, ArrivingStream target) => async context =>
    {
        await BeginAsync(context, content, count, tag);
        await target.ReachedAsync(count);
        context.Abort();
    };

    /// <summary>Announces all, sends the beginning, and then nothing; <paramref name="isStill"/> runs when the beginning has come.</summary>
    public static Func<HttpContext, Task> Still(byte[] content, int count, string tag, ArrivingStream target, Action isStill) => async context =>
    {
        await BeginAsync(context, content, count, tag);
        await target.ReachedAsync(count);
        isStill();
        var gone = new TaskCompletionSource();
        await using (context.RequestAborted.Register(gone.SetResult)) await gone.Task;
    };

    public static Func<HttpContext, Task> Endless(string type = "application/x-hdf") => async context =>
    {
        context.Response.ContentType = type;
        var piece = Encoding.ASCII.GetBytes(new string('[', 4096));
        while (!context.RequestAborted.IsCancellationRequested) await context.Response.Body.WriteAsync(piece, context.RequestAborted);
    };

    private static async Task BeginAsync(HttpContext context, byte[] content, int count, string tag)
    {
        Head(context, content.Length, tag, "application/x-hdf");
        await context.Response.Body.WriteAsync(content.AsMemory(0, count));
        await context.Response.Body.FlushAsync();
    }

    private static void Head(HttpContext context, int length, string? tag, string type)
    {
        context.Response.ContentType = type;
        context.Response.ContentLength = length;
        if (tag is not null) context.Response.Headers.ETag = tag;
    }
}
