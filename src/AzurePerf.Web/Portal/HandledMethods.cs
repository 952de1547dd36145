using AzurePerf.Web.Errors;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace AzurePerf.Web.Portal;

/// <summary>Answers methods that no handler of a page takes: left alone, the framework shows the page without anything in it.</summary>
internal sealed class HandledMethods : IPageFilter
{
    public void OnPageHandlerSelected(PageHandlerSelectedContext context)
    {
    }

    public void OnPageHandlerExecuting(PageHandlerExecutingContext context)
    {
        var request = context.HttpContext.Request;
        // The page of an error must be shown whatever led to it.
        if (context.HandlerMethod is null && context.HandlerInstance is not ErrorPage && !HttpMethods.IsGet(request.Method)
            && !HttpMethods.IsHead(request.Method))
        {
            var handled = context.ActionDescriptor.HandlerMethods.Select(handler => handler.HttpMethod.ToUpperInvariant());
            context.HttpContext.Response.Headers.Allow =
                string.Join(", ", handled.Union([HttpMethods.Get, HttpMethods.Head]).Order(StringComparer.Ordinal));
            context.Result = new StatusCodeResult(StatusCodes.Status405MethodNotAllowed);
        }
    }

    public void OnPageHandlerExecuted(PageHandlerExecutedContext context)
    {
    }
}
