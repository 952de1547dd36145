using AzurePerf.Core.Views;
using AzurePerf.Web.Access;

namespace AzurePerf.Web.Portal;

/// <summary>Where a page leads to have its own address saved.</summary>
internal static class SaveLink
{
    /// <summary>The form with address and name filled in; null on a page that cannot be saved, and for whoever may not save one.</summary>
    /// <param name="context">Of the page.</param>
    /// <param name="title">What the page calls itself.</param>
    public static string? Of(HttpContext context, string title) =>
        HttpMethods.IsGet(context.Request.Method)
        && context.Response.StatusCode == StatusCodes.Status200OK
        && context.MaySubmit()
        && ViewAddress.Read(context.Request.Path + context.Request.QueryString.ToString(), out _) is { } address
            ? $"/views/new?address={Uri.EscapeDataString(address.Text)}&name={Uri.EscapeDataString(ViewName.Suggest(title, address))}"
            : null;
}
