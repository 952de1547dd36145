using System.Security.Claims;
using AzurePerf.Core.Access;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace AzurePerf.Web.Access;

/// <summary>The cookie that a browser gets for a key. It names the key and holds nothing of it: what the key may do, and whether somebody
/// signed out, is looked up with every request.</summary>
internal static class SessionCookie
{
    public const string Scheme = "azureperf-session";
    /// <summary>The prefix makes browsers refuse it over plain HTTP and from any other host name.</summary>
    public const string Name = "__Host-" + Scheme;

    private const string KeyClaim = "key";
    private const string IdClaim = "id";
    private static readonly TimeSpan Duration = TimeSpan.FromHours(8);

    public static void AddSessionCookie(this IServiceCollection services) =>
        services.AddAuthentication().AddCookie(Scheme, cookie =>
        {
            cookie.Cookie.Name = Name;
            cookie.Cookie.HttpOnly = true;
            cookie.Cookie.SecurePolicy = CookieSecurePolicy.Always;
            // Not strict: a link to a run that somebody was sent must find them signed in.
            cookie.Cookie.SameSite = SameSiteMode.Lax;
            cookie.Cookie.IsEssential = true;
            cookie.ExpireTimeSpan = Duration;
            cookie.SlidingExpiration = false;
        });

    /// <param name="context">The request that shows the key.</param>
    /// <param name="key">The key.</param>
    /// <param name="id">Of this sign-in, by which it can be ended.</param>
    public static Task BeginAsync(HttpContext context, AccessKey key, string id) =>
        context.SignInAsync(
            Scheme, new(new ClaimsIdentity([new(KeyClaim, key.Id), new(IdClaim, id)], Scheme)), new() { IsPersistent = false });

    /// <summary>Takes the cookie back. Copies of it go on until the sign-in is among those that ended.</summary>
    public static Task RemoveAsync(HttpContext context) => context.SignOutAsync(Scheme);

    /// <summary>The sign-in and the key that it was made with; null when the browser has none, or signed in too long ago.</summary>
    public static async Task<Session?> FindAsync(HttpContext context)
    {
        var result = await context.AuthenticateAsync(Scheme);
        return result is { Principal: { } principal, Properties.ExpiresUtc: { } endsAt }
            && principal.FindFirst(IdClaim)?.Value is { } id && principal.FindFirst(KeyClaim)?.Value is { } key
            ? new(id, key, endsAt)
            : null;
    }
}
