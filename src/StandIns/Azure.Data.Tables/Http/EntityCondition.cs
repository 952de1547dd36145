using Azure.Core;

namespace Azure.Data.Tables.Http;

/// <summary>The If-Match header of a write.</summary>
internal static class EntityCondition
{
    public static string Text(ETag etag) => etag.ToString("H");

    public static void Add(Request request, ETag etag) => request.Headers.Add("If-Match", Text(etag));

    /// <summary>A delete must carry a condition; without one of the caller any version will do.</summary>
    public static ETag OrAny(ETag etag) => etag == default ? ETag.All : etag;
}
